import { createContext } from 'react';
import type { PastAnswers } from '#past/history/pastAnswers';

/** The responses that are built from the lists of the server's history; null while no past moment is shown. */
export const PastAnswersContext = createContext<PastAnswers | null>(null);
