// A role query reads `display` and `visibility` of every element that it passes, and a click reads `pointer-events`. jsdom computes the whole
// cascade for each element, again after every change of the document. Here `display` is computed once per kind of element, and the inherited
// two have their initial value unless something sets them. Whatever may depend on more is left to jsdom.

/** The attributes that the rules for `display` read: the class, and those of jsdom's default style sheet. */
const ATTRIBUTES = ['class', 'style', 'hidden', 'type', 'open'];
/** Elements whose default `display` depends on other elements or on a state. */
const DEPENDENT = 'html, body, summary, [popover]';
/** A selector of type and class. */
const PLAIN = /^[\w-]*(\.[\w-]+)*$/;
const KEYWORD = /inherit|unset|revert/;

/** Inherited properties and their initial values. */
const INITIAL = { visibility: 'visible', 'pointer-events': 'auto' } as const;
type Inherited = keyof typeof INITIAL;
const INHERITED = new Map<string, Inherited>([
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
  ['pointer-events', 'pointer-events'],
]);

/** The style rules that apply: those of a sheet and of its media rules, since jsdom ignores layers. */
const rulesIn = (rules: Iterable<CSSRule>): readonly CSSStyleRule[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) return rulesIn(rule.cssRules);
    return rule instanceof CSSStyleRule ? [rule] : [];
  });

const isPlain = ({ selectorText, style }: CSSStyleRule) =>
  !KEYWORD.test(style.display) && selectorText.split(',').every((selector) => PLAIN.test(selector.trim()));

function rulesOf(page: Document) {
  const rules = [...page.styleSheets].flatMap((sheet) => rulesIn(sheet.cssRules));
  const setting = (name: string) => rules.filter(({ style }) => style.getPropertyValue(name) !== '');
  const selectorsOf = (some: readonly CSSStyleRule[]) => some.map(({ selectorText }) => selectorText);
  const inherited = (name: Inherited) => ['[hidden]', `[style*="${name}"]`, ...selectorsOf(setting(name))].join();
  return {
    text: setting('display')
      .map(({ cssText }) => cssText)
      .join('\n'),
    dependent: [DEPENDENT, ...selectorsOf(setting('display').filter((rule) => !isPlain(rule)))].join(),
    visibility: inherited('visibility'),
    'pointer-events': inherited('pointer-events'),
  };
}

/** Counts the rules added and removed, of which an observer of the document is not notified. */
function countRuleChanges({ prototype }: typeof CSSStyleSheet) {
  const changes = { count: 0 };
  for (const name of ['insertRule', 'deleteRule']) {
    const change: unknown = Reflect.get(prototype, name);
    if (typeof change !== 'function') throw new Error(`A style sheet has no ${name}.`);
    const apply = (_: unknown, sheet: CSSStyleSheet, rule: readonly unknown[]): unknown => {
      changes.count += 1;
      return Reflect.apply(change, sheet, rule);
    };
    Object.defineProperty(prototype, name, { value: new Proxy(change, { apply }) });
  }
  return changes;
}

function currentRules(page: Document) {
  const changes = countRuleChanges(CSSStyleSheet);
  let read = '';
  let rules = rulesOf(page);
  return () => {
    const now = `${changes.count} ${page.styleSheets.length}`;
    if (now !== read) rules = rulesOf(page);
    read = now;
    return rules;
  };
}

/** Returns `getComputedStyle` with the three properties at less cost; `full` computes all others. */
export function rememberedStyles(page: Document, full: typeof getComputedStyle): typeof getComputedStyle {
  const rules = currentRules(page);
  const displays = new Map<string, string | undefined>();
  let rulesText = '';

  /** Undefined where a dependent rule matches an element that has no content and no parent. */
  function displayOfKind({ namespaceURI, localName }: Element, values: readonly (string | null)[], dependent: string) {
    const alike = page.createElementNS(namespaceURI, localName);
    ATTRIBUTES.forEach((name, at) => values[at] != null && alike.setAttribute(name, values[at]));
    return alike.matches(dependent) ? undefined : full(alike).display;
  }

  function displayOf(element: Element): string {
    const { text, dependent } = rules();
    if (text !== rulesText) displays.clear();
    rulesText = text;
    const values = ATTRIBUTES.map((name) => element.getAttribute(name));
    if (KEYWORD.test(values[1] ?? '') || element.matches(dependent)) return full(element).display;
    const kind = [element.namespaceURI, element.localName, ...values.map((value) => (value === null ? '' : `=${value}`))].join('\0');
    if (!displays.has(kind)) displays.set(kind, displayOfKind(element, values, dependent));
    return displays.get(kind) ?? full(element).display;
  }

  function propertyOf(element: Element, name: string) {
    if (name === 'display') return displayOf(element);
    const inherited = INHERITED.get(name);
    if (inherited === undefined) return undefined;
    return element.closest(rules()[inherited]) === null ? INITIAL[inherited] : full(element).getPropertyValue(inherited);
  }

  return (element, pseudo) => {
    if (element.ownerDocument !== page) return full(element, pseudo);
    const read = (name: string | symbol): unknown => {
      const style = full(element, pseudo);
      const value: unknown = Reflect.get(style, name, style);
      return typeof value === 'function' ? value.bind(style) : value;
    };
    const getPropertyValue = (name: string) => propertyOf(element, name) ?? full(element, pseudo).getPropertyValue(name);
    return new Proxy(Object.create(CSSStyleDeclaration.prototype), {
      get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : (propertyOf(element, String(name)) ?? read(name))),
    });
  };
}
