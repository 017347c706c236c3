import type { CodeWriter } from './code-writer';
import { loginRequest, type ExampleRequest } from '~/platform/api-description/example-requests';
import { findOnlyVariable, joinParts, splitVariables, writeLiteral, type Syntax } from './literal';

const syntax: Syntax = {
  text(parts) {
    const variable = findOnlyVariable(parts);
    if (variable) return variable;
    if (parts.length === 1) return JSON.stringify(parts[0]);
    return `f"${joinParts(
      parts,
      (text) => JSON.stringify(text).slice(1, -1).replace(/[{}]/g, '$&$&'),
      (name) => `{${name}}`,
    )}"`;
  },
  key: (name) => `${JSON.stringify(name)}: `,
  object: ['{', '}'],
  emptyObject: '{}',
  margin: '    ',
  trailingComma: ',',
  constants: { true: 'True', false: 'False', null: 'None' },
};

/** A call of Requests, whose response is in `response`. */
function writeCall({ method, path, isAuthenticated, body }: ExampleRequest, response: string): string {
  const values = [
    syntax.text(splitVariables(`{{api}}${path}`)),
    ...(isAuthenticated ? [`headers=${writeLiteral({ Authorization: 'Bearer {{token}}' }, syntax)}`] : []),
    ...(body === undefined ? [] : [`json=${writeLiteral(body, syntax, syntax.margin, 'json=')}`]),
  ];
  const lines = values.map((value) => `${syntax.margin}${value},\n`).join('');
  return `${response} = requests.${method.toLowerCase()}(\n${lines})`;
}

/** With Requests instead of the standard library: it's what Python developers use, and half as much code. */
export const pythonWriter: CodeWriter = {
  requirements:
    'Put the session and an example in a file, and run it with Python 3 and `pip install requests`.',
  start: ({ usesRun }) => `${usesRun ? 'import time\n\n' : ''}import requests\n`,
  declare: (variable, value) => `${variable} = ${syntax.text([value])}`,
  login: `${writeCall(loginRequest, 'login')}\nlogin.raise_for_status()\ntoken = login.json()["access_token"]`,
  run: 'run = int(time.time())',
  writeRequest: (request) => `${writeCall(request, 'response')}
reply = response.json()
print(reply)`,
};
