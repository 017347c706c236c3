/** What a look at an installation found, a line each: what must stop a start where real money moves, and what somebody should know. */
export type Findings = { refusals: string[]; warnings: string[] };

/** Several looks as one. */
export function mergeFindings(...findings: Findings[]): Findings {
  return {
    refusals: findings.flatMap(({ refusals }) => refusals),
    warnings: findings.flatMap(({ warnings }) => warnings),
  };
}
