import { useMedia } from '#ui/useMedia';

/** Whether devices may glide between reports: not for a person whose system asks for less motion. */
export const useGlides = (): boolean => !useMedia('(prefers-reduced-motion: reduce)');
