import { chakra } from '@chakra-ui/react';

/** Renders a part of a page whose forms stay mounted while it is `hidden`, e.g. at a past moment that does not contain their subject. Source: GONE2. */
export const KeptForms = chakra('div', { base: { display: 'contents', '&[hidden]': { display: 'none' } } });
