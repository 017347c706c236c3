import type { CodeWriter } from './code-writer';
import { loginRequest, type ExampleRequest } from '~/platform/api-description/example-requests';
import { findOnlyVariable, joinParts, splitVariables, writeLiteral, type Syntax } from './literal';

const nameOf = (variable: string) => variable.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const writeTemplate = (parts: string[]) =>
  `\`${joinParts(
    parts,
    (text) => text.replace(/[\\`]|\$\{/g, '\\$&'),
    (name) => `\${${nameOf(name)}}`,
  )}\``;

const syntax: Syntax = {
  text(parts) {
    const variable = findOnlyVariable(parts);
    if (variable) return nameOf(variable);
    return parts.length > 1 ? writeTemplate(parts) : `'${parts[0]!.replace(/[\\']/g, '\\$&')}'`;
  },
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? `${name}: ` : `'${name}': `),
  object: ['{ ', ' }'],
  emptyObject: '{}',
  margin: '  ',
  trailingComma: ',',
};

/** A call of fetch, whose response is in `response`. */
function writeCall({ method, path, isAuthenticated, body }: ExampleRequest, response: string): string {
  const headers = {
    ...(isAuthenticated && { Authorization: 'Bearer {{token}}' }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const options = [
    ...(method === 'GET' ? [] : [`method: ${syntax.text([method])}`]),
    ...(Object.keys(headers).length ? [`headers: ${writeLiteral(headers, syntax, '  ', 'headers: ')}`] : []),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${writeLiteral(body, syntax, '  ', 'body: JSON.stringify(')})`]),
  ];
  const url = writeTemplate(splitVariables(`{{api}}${path}`));
  return `const ${response} = await fetch(${url}, {\n${options.map((option) => `  ${option},\n`).join('')}});`;
}

export const nodeWriter: CodeWriter = {
  requirements:
    'Put the session and an example in a file such as `example.mjs`, and run it with Node.js 18 or later.',
  declare: (variable, value) => `const ${nameOf(variable)} = ${syntax.text([value])};`,
  login: `${writeCall(loginRequest, 'login')}\nconst { access_token: token, detail } = await login.json();\nif (!token) throw new Error(detail);`,
  run: 'const run = Date.now();',
  writeRequest: (request) => `${writeCall(request, 'response')}
const reply = await response.json();
console.log(reply);`,
};
