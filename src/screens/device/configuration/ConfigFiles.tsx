import { chakra } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import type { ShownFile, ShownParameter } from '#domain/configuration/configList';
import { EmptyState } from '#ui/EmptyState';
import { FileGroups } from './FileGroups.tsx';
import { FileList } from './FileList.tsx';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '232px minmax(0, 1fr)' },
    gap: { base: '16px', lg: '28px' },
    alignItems: 'start',
  },
});
const Shown = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '28px',
  },
});
const Title = chakra('h2', { base: { textStyle: 'title', fontSize: '18px', mb: '8px', overflowWrap: 'anywhere' } });

interface Props {
  readonly files: readonly ShownFile[];
  /** Whether a search is active. A search shows its matches in all files; otherwise the selected file is shown. */
  readonly isSearch: boolean;
  readonly onChoose: () => void;
  readonly row: (parameter: ShownParameter) => ReactNode;
}

/** Renders the list of files and, next to it, the parameters of the selected one or the matches of the search. */
export function ConfigFiles({ files, isSearch, onChoose, row }: Props) {
  const [query, setAsked] = useState<string | null>(null);
  const chosen = files.find(({ name }) => name === query) ?? files[0];
  const shown = isSearch ? files.filter(({ count }) => count > 0) : chosen === undefined ? [] : [chosen];
  const choose = (name: string) => {
    setAsked(name);
    onChoose();
  };
  return (
    <Columns>
      <FileList files={files} chosen={isSearch ? null : (chosen?.name ?? null)} onChoose={choose} />
      <Shown>
        {shown.map((file) => (
          <div key={file.name}>
            <Title>{file.name}</Title>
            {file.count === 0 ? <EmptyState text="No parameters" /> : <FileGroups file={file} row={row} />}
          </div>
        ))}
        {shown.length === 0 && <EmptyState text={isSearch ? 'No parameter of that name' : 'No config files'} />}
      </Shown>
    </Columns>
  );
}
