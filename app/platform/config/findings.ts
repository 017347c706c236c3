/** Findings about an installation, one line each: what must prevent startup with real money, and warnings. */
export type Findings = { refusals: string[]; warnings: string[] };

/** Combines several findings. */
export function mergeFindings(...findings: Findings[]): Findings {
  return {
    refusals: findings.flatMap(({ refusals }) => refusals),
    warnings: findings.flatMap(({ warnings }) => warnings),
  };
}
