import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import routes from './routes';

type Entry = { file: string; children?: Entry[] };

function listFiles(entries: Entry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...listFiles(children)]);
}

const files = [...new Set(listFiles(routes as Entry[]))];

/** The guards of each room of routes. */
const guards: Record<string, string> = {
  portal: 'Merchant|Member|User',
  identity: 'Anonymous|PendingLogin|Person',
  staff: 'Staff',
  review: 'Staff',
  support: 'Staff',
  dev: 'CapturedMails|Demo',
  docs: 'Merchant',
};

/** Layouts that load nothing. */
const frames = ['routes/portal/developers/frame.tsx'];

/** Public routes, and why. */
const publicRoutes: Record<string, string> = {
  'routes/identity/email/confirm.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/passwords/reset-password.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/staff-invitation.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/team-invitation.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/email/email-change.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/recovery/recovery-link.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/recovery/recovery-cancel.tsx': 'the token in the address, from a mail, is what lets in',
  'routes/identity/passkey-request.ts':
    'anyone who looks at a login page is asked the same, and it opens nothing',
  'routes/identity/login/logout.ts': 'to log out twice is to be logged out',
  'routes/checkout/checkout.tsx': 'payers have no account: the address names a client and its intent',
  'routes/checkout/incomplete-url.tsx': 'it shows the same to everyone',
  'routes/checkout/logo.ts': 'a logo is there for payers to see; its id is not to be guessed',
  'routes/checkout/item-image.ts': 'as the checkout',
  'routes/checkout/payment-link.tsx': 'anyone with the link may pay',
  'routes/checkout/payment-link/thanks.tsx': 'as the payment link',
  'routes/checkout/cancel.ts': 'as the checkout',
  'routes/checkout/remove-card.tsx': 'as the checkout',
  'routes/checkout/redirect.ts': 'as the checkout',
  'routes/checkout/authentication/authentication.ts': 'payers have no account: the address names a payment',
  'routes/checkout/authentication/authentication-return.ts': 'as the authentication',
  'routes/checkout/authentication/simulated-bank.tsx':
    'it plays a bank, and only for payments with the simulator',
  'routes/checkout/page-reports.ts':
    'browsers send them by themselves; they are counted and tell nobody anything',
  'routes/landing/landing.tsx': 'it explains the product to visitors',
  'routes/docs/frame.tsx': 'who looks for a payment service reads before registering',
  'routes/docs/guide.tsx': 'as the frame',
  'routes/docs/reference/overview.tsx': 'as the frame',
  'routes/docs/reference/objects.tsx': 'as the frame',
  'routes/docs/reference/resource.tsx': 'as the frame',
  'routes/docs/search.tsx': 'as the frame',
  'routes/docs/pages/markdown.ts': 'as the frame',
  'routes/docs/pages/llms-txt.ts': 'as the frame',
  'routes/docs/pages/sitemap.ts': 'as the frame',
  'routes/docs/errors.tsx': 'errors of the API point here',
  'routes/missing.tsx': 'answers 404 whatever is asked',
};

/** Every exported loader and action of a file, in any notation, with its first statement. */
function findEntryPoints(source: string): [name: string, first: string][] {
  const isEntryPoint = (name: string | undefined): name is string => name === 'loader' || name === 'action';
  const isExported = (node: ts.FunctionDeclaration | ts.VariableStatement) =>
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const parsed = ts.createSourceFile('route.tsx', source, ts.ScriptTarget.Latest, true);
  const getFirstStatement = (body: ts.Node | undefined) =>
    (body && ts.isBlock(body) ? body.statements[0] : body)?.getText() ?? '';

  return parsed.statements.flatMap((statement): [string, string][] => {
    if (ts.isFunctionDeclaration(statement) && isExported(statement) && isEntryPoint(statement.name?.text))
      return [[statement.name.text, getFirstStatement(statement.body)]];
    if (ts.isVariableStatement(statement) && isExported(statement))
      return statement.declarationList.declarations
        .filter(({ name }) => ts.isObjectBindingPattern(name) || isEntryPoint(name.getText()))
        .map(({ name, initializer }) => {
          const isFunction =
            initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
          return [name.getText(), getFirstStatement(isFunction ? initializer.body : initializer)];
        });
    // An imported name hides what it does.
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) {
      const { exportClause } = statement;
      if (!exportClause || !ts.isNamedExports(exportClause)) return [['export *', statement.getText()]];
      return exportClause.elements
        .filter(({ name }) => isEntryPoint(name.text))
        .map(({ name }) => [name.text, statement.getText()]);
    }
    return [];
  });
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

// A guard in a layout protects only its own view. Every loader and action has its own URL (threats T1 and
// T5).
describe.each(files.filter((file) => !publicRoutes[file]))('%s', (file) => {
  it('calls its guard first in every loader and action', () => {
    const guard = guards[file.split('/')[1]!];
    expect(guard, 'a new room of routes: say which guards it has').toBeDefined();
    const found = findEntryPoints(read(file));
    expect(found.length > 0).toBe(!frames.includes(file));
    for (const [name, first] of found)
      expect(`${name}: ${first}`).toMatch(
        new RegExp(`: (const [^=]+ = )?(await )?require(${guard})\\(((args\\.)?request[,)]|\\))`),
      );
  });
});

it('lists only existing public routes', () => {
  expect(Object.keys(publicRoutes).filter((file) => !files.includes(file))).toEqual([]);
});

it.each([
  'export async function loader() { return 1; }',
  'export function action() { return 1; }',
  'export function loader(\n  argument: object,\n): number {\n  return 1;\n}',
  'export const loader = async () => { return 1; };',
  'export const action = () => 1;',
  'export const loader = other;',
  'export { other as loader };',
  "export { loader } from './other';",
  "export * from './other';",
])('finds the entry in %j', (source) => {
  expect(findEntryPoints(source)).toHaveLength(1);
});
