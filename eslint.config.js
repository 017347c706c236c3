import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { arrows } from './eslint.arrows.js';

const secretName = '/(secret|token|digest|signature|hash)$/i';
const secretSides = ['left', 'right'].flatMap((side) =>
  ['name', 'property.name', 'callee.name', 'expression.name', 'expression.property.name'].map(
    (name) => `[${side}.${name}=${secretName}]`,
  ),
);
const comparedSecrets = secretSides.map((side) => ({
  selector: `BinaryExpression[operator=/^[!=]==$/]:not([left.type='Literal']):not([right.type='Literal']):not([right.type='Identifier'][right.name='undefined'])${side}`,
  message:
    'How long === takes tells how far two secrets are the same: use isSameSecret of platform/secrets/secrets.server.',
}));
const importedDecoders = {
  selector: 'ImportExpression[source.value=/^(sharp|file-type|heic-decode|@embedpdf.pdfium)$/]',
  message: 'A child process without our keys decodes the files of strangers: see documents/image-process.',
};
const bareForms = [
  "ImportDeclaration[source.value='@remix-run/react'] > ImportSpecifier[imported.name=/^(Form|useSubmit|useFetcher)$/]",
  "JSXOpeningElement[name.name='form']",
].map((selector) => ({
  selector,
  message:
    'A form of the portal is that of ~/ui/forms/form: it carries the account and the environment that its page was made for.',
}));

const restrictedProperties = [
  {
    object: 'URL',
    property: 'canParse',
    message: 'Node 20 is wrong about addresses with letters such as ü: use platform/http/parse-url.',
  },
  {
    object: 'request',
    property: 'formData',
    message: 'Forms are read by routes/forms/form-body, which leaves out what the database does not take.',
  },
];

export default defineConfig(
  globalIgnores(['build/', 'data/', 'app/platform/prisma/', 'public/']),
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', 'app/routes/checkout/script/**'],
    // A pattern with quadratic or exponential backtracking blocks the payment API on long text (threat T32).
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-properties': ['error', ...restrictedProperties],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  { files: ['app/**/*.tsx', 'emails/**/*.tsx'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['app/**/*.{ts,tsx}', 'emails/**/*.tsx'],
    ignores: ['**/*.test.*'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', 'app/platform/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...restrictedProperties,
        {
          object: 'pool',
          property: 'query',
          message: 'Use Prisma, defineStatement, or queryRows of platform/database (docs/decisions/0030).',
        },
      ],
    },
  },
  {
    files: ['{app,packages,prisma,scripts}/**/*.{ts,tsx,js,mjs}'],
    // These hashes aren't secret: those of audit entries and the acquirer ledger, and a signature that its
    // merchant has.
    ignores: [
      '**/*.test.*',
      'app/audit/chain.ts',
      'app/acquirers/simulator/ledger-index.ts',
      'app/payments/checkout/received-redirect.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...comparedSecrets, importedDecoders] },
  },
  {
    files: ['app/routes/{portal,docs}/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...comparedSecrets, importedDecoders, ...bareForms] },
  },
  {
    files: ['{packages,scripts}/**/*.{js,mjs}', '*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'console',
          'process',
          'performance',
          'fetch',
          'setInterval',
          'clearInterval',
          'setTimeout',
          'clearTimeout',
          'URL',
          'Buffer',
          'AbortController',
          'AbortSignal',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  arrows,
);
