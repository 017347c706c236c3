// Finds terms that docs/glossary.md replaces, in file names, names in code, the database schema, and text.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Parts of names (camelCase, snake_case, or kebab-case) from a private vocabulary. */
const namePart =
  /^(words|news|told|tell|tells|telling|asked|drawn|shown|typed|standing|look|looks|looking|looked|story|stories|trail|trails|tried|untried|beat|beats|fate|fates|shield|shielded|desk|desks|dossier|dossiers|verdict|verdicts|reseal|resealed|roll|rolled|rolls|rolling|recount|recounts|recounted|whoever|anew)$/i;

/** Words that payment engineers don't use, in comments, copy, messages, and documents. */
const phrases = [
  /\bwhoever\b/i,
  /\banew\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /\btold\b/i,
  /\bthat nobody\b/i,
  /\bby (oneself|hand)\b/i,
  /\bat hand\b/i,
  /\bkept cards?\b/i,
  /\bthree beats\b|\bbeat (one|two|three)\b/i,
  /\blost claims?\b|\bclaims? by\b/i,
  /\b(hand|hands|handed) (it |them )?out events\b/i,
  /\brepetitions?\b/i,
  /\buntried\b/i,
  /\bpage watch\b/i,
  /\bfailure lab\b/i,
  /\bhalf-?logins?\b/i,
  /\breseal/i,
  /\brecounts?\b|\brecounted\b/i,
  /\bdossiers?\b/i,
  /\bverdicts?\b/i,
  /\bown dates\b/i,
  /\bsame as (a|the) table\b/i,
  /\bsame as API requests\b/i,
  /\b(a|the|this|that|their|your|open|ended) looks?\b(?! (up|at|for|like|into))/i,
  /\baccounts? looked at\b/i,
  /\bcard shield\b|\bshielded\b/i,
  /\bin vain\b/i,
];

/** Files that quote such terms on purpose. */
const exempt =
  /^(scripts\/check-terms\.mjs|docs\/contract\/|package-lock\.json|app\/identity\/passwords\/leaked-passwords\.json)/;

const chosen = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...chosen], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !exempt.test(file) && /\.(ts|tsx|mjs|js|md|sql|prisma|css|example)$/.test(file));

const findings = files.flatMap((file) => [
  ...inPath(file),
  ...(/\.(ts|tsx|mjs|js)$/.test(file) ? inCode(file) : inText(file)),
]);
for (const { file, line, term } of findings) console.log(`${file}:${line} ${term}`);
if (findings.length)
  console.error(`${findings.length} terms to replace. See docs/glossary.md for the standard terms.`);
process.exitCode = findings.length ? 1 : 0;

function inPath(file) {
  return partsOf(file.replace(/\.[a-z]+$/, '')).map((term) => ({
    file,
    line: 1,
    term: `in its path: ${term}`,
  }));
}

function inCode(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const note = (position, term) =>
    found.push({ file, line: source.getLineAndCharacterOfPosition(position).line + 1, term });
  const visit = (node) => {
    if (ts.isIdentifier(node) && isDeclared(node))
      for (const part of partsOf(node.text)) note(node.getStart(source), `in the name ${node.text}: ${part}`);
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      for (const { 0: term, index } of matchesOf(node.text)) note(node.getStart(source) + index, term);
      for (const name of namesIn(node.text))
        for (const part of partsOf(name)) note(node.getStart(source), `in the name ${name}: ${part}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const comment of text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g))
    for (const { 0: term, index } of matchesOf(
      comment[0].replace(/\n\s*\*/g, (gap) => ' '.repeat(gap.length)),
    ))
      note(comment.index + index, term);
  return found;
}

/** A string that is a name, such as a permission or a statement's, and the names of subqueries in SQL. */
function namesIn(text) {
  if (/^[a-z]+([_-][a-z]+)+$/.test(text)) return [text];
  return [...text.matchAll(/(?:\bwith(?: recursive)?|,)\s+(\w+) as \(/g)].map(([, name]) => name);
}

function inText(file) {
  const text = readFileSync(file, 'utf8');
  const lineOf = (index) => text.slice(0, index).split('\n').length;
  const inNames = /\.(sql|prisma|css)$/.test(file)
    ? [
        ...text
          .replace(/--[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length))
          .matchAll(/[A-Za-z_-]+/g),
      ].flatMap(({ 0: name, index }) =>
        partsOf(name).map((part) => ({ file, line: lineOf(index), term: `in the name ${name}: ${part}` })),
      )
    : [];
  return [...inNames, ...matchesOf(text).map(({ 0: term, index }) => ({ file, line: lineOf(index), term }))];
}

/** Names are checked where they're declared, so that library names don't count. */
function isDeclared(node) {
  return (
    node.parent?.name === node &&
    !ts.isPropertyAccessExpression(node.parent) &&
    !ts.isImportSpecifier(node.parent)
  );
}

function partsOf(name) {
  return name
    .replace('break-words', '') // Tailwind's name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => namePart.test(part));
}

function matchesOf(text) {
  return phrases.flatMap((phrase) => [...text.matchAll(new RegExp(phrase.source, 'gi'))]);
}
