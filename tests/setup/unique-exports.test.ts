import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

// Names that Remix or the email renderer looks for in every file of a kind.
const conventions = new Set([
  'action',
  'handle',
  'headers',
  'links',
  'loader',
  'meta',
  'subject',
  'ErrorBoundary',
]);

test('no two files export the same name', () => {
  const files = execFileSync(
    'git',
    ['ls-files', 'app', 'emails', 'prisma/seed', 'tests/peers', 'tests/world'],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const filesByName = new Map<string, string[]>();
  for (const file of files)
    for (const name of new Set(listExports(file)))
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
  expect(filesByName.size).toBeGreaterThan(1_000);
  const duplicates = [...filesByName].filter(
    ([name, exporters]) => exporters.length > 1 && !conventions.has(name),
  );
  expect(Object.fromEntries(duplicates)).toEqual({});
});

/** The names that a file declares and exports. Re-exports and default exports don't count. */
function listExports(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

function isExported(statement: ts.Statement): boolean {
  const kinds = ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind)
    : [];
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}
