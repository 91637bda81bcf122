import { createContext } from 'react';
import type { PastAnswers } from '#past/history/pastAnswers';

/** The answers that the lists of the server's history give; null while no past moment is shown. */
export const PastAnswersContext = createContext<PastAnswers | null>(null);
