import { chakra } from '@chakra-ui/react';

interface Props {
  /** The name next to the arch. */
  readonly name?: string | undefined;
  readonly height?: number | undefined;
}

/** Renders the product's logo next to its name: the arch of an orangery whose two mullions look like a lane. */
export function Logo({ name, height = 26 }: Props) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="10px" color="accent.fg">
      <svg
        width={(height * 24) / 26}
        height={height}
        viewBox="0 0 24 26"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path strokeWidth="2" strokeLinejoin="round" d="M2 25V11.5a10 10 0 0 1 20 0V25Z" />
        <path strokeWidth="1.6" d="M8.7 25V9.6M15.3 25V9.6M12 1.5v4" />
      </svg>
      {name !== undefined && (
        <chakra.b htmlTranslate="no" color="fg" fontSize="16px" fontWeight="650" letterSpacing="-0.005em" whiteSpace="nowrap">
          {name}
        </chakra.b>
      )}
    </chakra.span>
  );
}
