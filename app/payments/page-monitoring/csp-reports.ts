import { z } from 'zod';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { parseUrl } from '~/platform/http/parse-url';
import { defineStatement } from '~/platform/database/statement.server';

/**
 * The number of reports stored per day, rule, and environment. Anyone can send reports, and invented ones
 * must not hide real ones.
 */
const kindsPerDay = 50;

const directives = [
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'child-src',
  'worker-src',
  'media-src',
  'manifest-src',
  'object-src',
  'base-uri',
  'default-src',
  'require-trusted-types-for',
  'trusted-types',
];

const report = z.object({
  'effective-directive': z.string().optional(),
  'violated-directive': z.string().optional(),
  'blocked-uri': z.string().optional(),
});
const body = z.object({ 'csp-report': report });

const keywords = [
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
];

const count = defineStatement<
  { environment: Environment; directive: string; blocked: string; kindsPerDay: number },
  never
>(
  'count-page-report',
  `insert into page_reports (environment, directive, blocked)
  select :environment::text, :directive::text,
    case when count(*) < :kindsPerDay::int or coalesce(bool_or(blocked = :blocked::text), false) then :blocked::text else 'others' end
  from page_reports where day = current_date and environment = :environment::text and directive = :directive::text
  on conflict (day, environment, directive, blocked) do update set count = page_reports.count + 1, last_at = now()`,
);

/**
 * Stores a browser's report about the payment page (PCI DSS 11.6.1). Ignores anything that isn't a valid
 * report.
 */
export async function recordCspReport(environment: Environment, text: string): Promise<void> {
  const parsed = body.safeParse(parseJson(text));
  if (!parsed.success) return;
  const {
    'effective-directive': effective,
    'violated-directive': violated = '',
    'blocked-uri': blocked = '',
  } = parsed.data['csp-report'];
  // Older browsers send the whole directive.
  const directive = (effective ?? violated).split(' ')[0]!.replace(/-(elem|attr)$/, '');
  if (directives.includes(directive))
    await count({ environment, directive, blocked: originOf(blocked), kindsPerDay });
}

/** Deletes reports after three months. Called by a timer. */
export async function deleteOldCspReports(): Promise<void> {
  await prisma.$executeRaw`delete from page_reports where day < current_date - 90`;
}

/** The violations of the last days, newest first. */
export async function listCspReports() {
  const reports = await prisma.pageReport.findMany({
    orderBy: [{ day: 'desc' }, { lastAt: 'desc' }],
    take: 100,
  });
  return reports.map(({ day, ...report }) => ({ ...report, day: day.toISOString().slice(0, 10) }));
}

/** A URL may contain data about the payer. Its origin is enough. */
function originOf(blocked: string): string {
  if (keywords.includes(blocked)) return blocked;
  const url = /^(https?|wss?):/.test(blocked) ? parseUrl(blocked) : null;
  return url ? url.origin.slice(0, 200) : 'other';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
