import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import type { codeKinds, ColoredCode } from '~/ui/content/code-block';

/** By the names that code blocks of the guides use. */
const grammars = {
  sh: bash,
  ini,
  js: javascript,
  json,
  php,
  python,
  sql,
  text: plaintext,
  caddy: plaintext,
  nginx,
  ts: typescript,
};
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

export type Grammar = keyof typeof grammars;

type CodeKind = keyof typeof codeKinds;

/** The scopes of highlight.js that have a color. */
const scopes: Record<string, CodeKind> = {
  keyword: 'k',
  literal: 'k',
  meta: 'k',
  string: 's',
  number: 'n',
  comment: 'c',
  attr: 'm',
  // A member with a capital letter, such as a header.
  'title class_': 'm',
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/**
 * A code with colors. It's rendered as elements with classes: our policy forbids style attributes, and markup from
 * scripts (threat T12).
 */
export function highlightCode(text: string, grammar: Grammar): ColoredCode {
  const html = hljs.highlight(text, { language: grammar }).value;
  const open: (CodeKind | undefined)[] = [];
  const spans: [length: number, kind?: CodeKind][] = [];
  for (const piece of html.split(/(<span class="[^"]*">|<\/span>)/)) {
    if (piece === '</span>') open.pop();
    else if (piece.startsWith('<span'))
      open.push(scopes[/hljs-([\w ]+)/.exec(piece)?.[1] ?? ''] ?? open.at(-1));
    else
      addSpan(spans, piece.replace(/&([#\w]+);/g, (_, name: string) => entities[name]!).length, open.at(-1));
  }
  return { text, spans: spans.map(([length, kind = '']) => `${length}${kind}`).join(',') };
}

/** Adjacent spans of the same kind are one. */
function addSpan(
  spans: [length: number, kind?: CodeKind][],
  length: number,
  kind: CodeKind | undefined,
): void {
  const last = spans.at(-1);
  if (last && last[1] === kind) last[0] += length;
  else if (length) spans.push([length, kind]);
}
