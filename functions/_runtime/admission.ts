import type { Caller } from './caller.ts';

/** Whether this caller may go on. @throws Failure 401 */
export type Admission = (caller: Caller | null) => Promise<void>;
