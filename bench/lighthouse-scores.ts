import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../tests/peers/browser/chromium';

const run = promisify(execFile);
const lighthouse = 'lighthouse@12.8.2';

type Report = {
  categories: Record<
    string,
    { id: string; title: string; score: number; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { score: number | null; displayValue?: string }>;
};

/** A category's score from 0 to 100, and the audits that don't pass fully, with their values. */
export type LighthouseScore = { id: string; title: string; score: number; belowOne: string[] };

/** The scores of a page on a phone. `cookie`: of a logged-in person. */
export async function readLighthouseScores(url: string, cookie?: string): Promise<LighthouseScore[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'lighthouse-')), 'report.json');
  const args = [
    ...['--yes', lighthouse, url, '--quiet', '--output=json', `--output-path=${file}`],
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ];
  await run('npx', args, { env: { ...process.env, CHROME_PATH: findChromium() }, timeout: 300_000 });
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return Object.values(categories).map(({ id, title, score, auditRefs }) => ({
    id,
    title,
    score: Math.round(score * 100),
    belowOne: auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]!.score ?? 1) < 1)
      .map(({ id: audit }) => `${audit} ${audits[audit]!.displayValue ?? ''}`.trim()),
  }));
}
