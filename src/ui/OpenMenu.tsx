import { chakra, Menu } from '@chakra-ui/react';
import { Check, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { menuStyle } from './menuStyle.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly onChoose: () => void;
}

/** A set of exclusive options inside the menu; choosing one keeps the menu open. */
export interface MenuChoice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: LucideIcon | undefined }[];
  readonly onValue: (value: string) => void;
}

export interface OpenMenuProps {
  readonly id: string;
  /** The button that opened the menu; must have an id. */
  readonly anchor: HTMLElement;
  readonly items: readonly MenuItem[];
  readonly choice?: MenuChoice | undefined;
  /** The initially highlighted entry. */
  readonly first: 'none' | 'first' | 'last';
  readonly onClose: () => void;
}

const Plate = chakra(Menu.Content, {
  base: {
    ...menuStyle.plate,
    // The library positions the surrounding element.
    position: 'relative',
    minWidth: '220px',
    maxHeight: 'var(--available-height)',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    animation: 'fade 160ms ease-out',
  },
});
const line = { ...menuStyle.entry, gap: '10px', minHeight: { base: '44px', lg: '34px' } } as const;
const Item = chakra(Menu.Item, { base: line });
const Option = chakra(Menu.RadioItem, { base: line });
const Options = chakra(Menu.RadioItemGroup, { base: { mt: '1', pt: '1', borderTop: '1px solid', borderColor: 'border' } });
const Chosen = chakra(Menu.ItemIndicator, { base: { display: 'flex', ml: 'auto', color: 'accent.fg', '&[hidden]': { display: 'none' } } });

// The key that opened the menu selects nothing while it is still held down.
const ignoreHeld = (event: KeyboardEvent) => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
};

const valueOf = ({ value }: { readonly value: string }) => `option-${value}`;

/**
 * Renders an open menu, whose code is loaded ahead: the menu itself has the focus and exposes the highlighted entry. Escape and a selection return the focus to
 * the opening button.
 */
export function OpenMenu({ id, anchor, items, choice, first, onClose }: OpenMenuProps) {
  const values = [...items.map((item) => item.id), ...(choice?.options ?? []).map(valueOf)];
  const highlighted = first === 'none' ? undefined : values.at(first === 'first' ? 0 : -1);
  const leave = () => {
    anchor.focus();
    onClose();
  };
  return (
    <Menu.Root
      open
      loopFocus
      ids={{ content: id, trigger: anchor.id }}
      positioning={{ strategy: 'fixed', placement: 'bottom-end', gutter: 8 }}
      {...(highlighted === undefined ? {} : { defaultHighlightedValue: highlighted })}
      onEscapeKeyDown={leave}
      onOpenChange={onClose}
    >
      <Menu.Positioner>
        <Plate onKeyDown={ignoreHeld}>
          {items.map(({ id: value, label, icon: Icon, onChoose }) => (
            <Item
              key={value}
              value={value}
              onClick={() => {
                leave();
                onChoose();
              }}
            >
              {Icon && <Icon aria-hidden="true" />}
              {label}
            </Item>
          ))}
          {choice && <Choice {...choice} />}
        </Plate>
      </Menu.Positioner>
    </Menu.Root>
  );
}

function Choice({ label: name, value, options, onValue }: MenuChoice) {
  return (
    <Options
      value={valueOf({ value })}
      onValueChange={(chosen) => options.forEach((option) => valueOf(option) === chosen.value && onValue(option.value))}
    >
      <Menu.ItemGroupLabel className="sr">{name}</Menu.ItemGroupLabel>
      {options.map((option) => (
        <Option key={option.value} value={valueOf(option)} closeOnSelect={false}>
          {option.icon && <option.icon aria-hidden="true" />}
          {option.label}
          <Chosen>
            <Check aria-hidden="true" />
          </Chosen>
        </Option>
      ))}
    </Options>
  );
}
