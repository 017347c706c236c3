import { marked, type Token } from 'marked';
import { tokenize } from '../../docs/guides.server';
import { getGuideUrl } from './guide-url';

const sources = import.meta.glob<string>('/docs/operating/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type GuidePage = { title: string; url: string };

const pageNames = [
  'README.md',
  'runbook.md',
  'monitoring.md',
  'restore.md',
  'connecting-an-acquirer.md',
  'data-protection.md',
];

/** The operating guide's pages, in the order of reading. */
export const guidePages: GuidePage[] = pageNames.map((name) => ({
  title: /^# (.+)$/m.exec(readSource(name))![1]!,
  url: getGuideUrl(name),
}));

/** @returns the page's content as Markdown tokens without its title, or null if there's no such page */
export function findGuidePage(slug = 'readme'): (GuidePage & { blocks: Token[] }) | null {
  const name = pageNames.find((one) => one.replace(/\.md$/, '').toLowerCase() === slug);
  if (!name) return null;
  const blocks = tokenize(readSource(name).replace(/^# .*\n+/, ''));
  void marked.walkTokens(blocks, rewriteLink);
  return { ...guidePages[pageNames.indexOf(name)]!, blocks };
}

function readSource(name: string): string {
  return sources[`/docs/operating/${name}`]!;
}

/** Links between the guide's files lead to its pages, and those to other files are text. */
function rewriteLink(token: Token): void {
  if (token.type !== 'link') return;
  const [, name, anchor = ''] = /^([^#]*)(#.*)?$/.exec(token.href as string)!;
  if (!name || name.startsWith('http')) return;
  if (pageNames.includes(name)) token.href = getGuideUrl(name) + anchor;
  else Object.assign(token, { type: 'text', text: `${token.text} (${name.replace(/^(?:\.\.\/)+/, '')})` });
}
