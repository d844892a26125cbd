/** A finding that stands, and why. */
export type Acknowledgement = { finding: RegExp; because: string };

export type Verdict = {
  checked: number;
  findings: string[];
  acknowledged?: number;
  /** What it measured. */
  says?: string;
};

/** Thrown where its tool cannot run: said, and fails nothing. */
export class Unable extends Error {}

/** Other people's software, held against ours. */
export type Judge = {
  name: string;
  /** `from`: the assembly of a former version, which is upgraded. */
  judge(options: { record: boolean; from?: string | undefined }): Promise<Verdict>;
};

/** What was found less what is acknowledged. An acknowledgement that nothing needs any more is a finding itself. */
export function without(
  acknowledgements: readonly Acknowledgement[],
  found: readonly string[],
): Pick<Verdict, 'findings' | 'acknowledged'> {
  const findings = found.filter((each) => !acknowledgements.some(({ finding }) => finding.test(each)));
  const idle = acknowledgements.filter(({ finding }) => !found.some((each) => finding.test(each)));
  return {
    findings: [...findings, ...idle.map(({ finding }) => `acknowledged, but not found any more: ${finding}`)],
    acknowledged: found.length - findings.length,
  };
}
