/** What a judge says: `unable` when its tool cannot run here, which fails nothing. */
export type Verdict = { checked: number; findings: string[]; unable?: string };

/** Other people's software, held against ours. */
export type Judge = { name: string; judge(options: { record: boolean }): Promise<Verdict> };
