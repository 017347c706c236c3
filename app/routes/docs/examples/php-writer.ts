import type { CodeWriter } from './code-writer';
import { loginRequest, type ExampleRequest } from '~/platform/api-description/example-requests';
import { findOnlyVariable, joinParts, splitVariables, writeLiteral, type Syntax } from './literal';

const syntax: Syntax = {
  text(parts) {
    const variable = findOnlyVariable(parts);
    if (variable) return `$${variable}`;
    if (parts.length === 1) return `'${parts[0]!.replace(/[\\']/g, '\\$&')}'`;
    return `"${joinParts(
      parts,
      (text) => text.replace(/[\\"$]/g, '\\$&'),
      (name) => `{$${name}}`,
    )}"`;
  },
  key: (name) => `${syntax.text([name])} => `,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  margin: '    ',
  trailingComma: ',',
};

/** A request of the curl extension, ready to be sent. */
function writeCall({ method, path, isAuthenticated, body }: ExampleRequest): string {
  const headers = [
    ...(isAuthenticated ? ['Authorization: Bearer {{token}}'] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ];
  const options = [
    ...(method === 'DELETE' ? ["CURLOPT_CUSTOMREQUEST => 'DELETE'"] : []),
    'CURLOPT_RETURNTRANSFER => true',
    `CURLOPT_HTTPHEADER => ${writeLiteral(headers, syntax, syntax.margin, 'CURLOPT_HTTPHEADER => ')}`,
    ...(body === undefined
      ? []
      : [
          `CURLOPT_POSTFIELDS => json_encode(${writeLiteral(body, syntax, syntax.margin, 'CURLOPT_POSTFIELDS => json_encode(')})`,
        ]),
  ];
  return `$curl = curl_init(${syntax.text(splitVariables(`{{api}}${path}`))});
curl_setopt_array($curl, [
${options.map((option) => `${syntax.margin}${option},\n`).join('')}]);`;
}

export const phpWriter: CodeWriter = {
  requirements: 'Put the session and an example in a file, and run it with PHP 8 and its curl extension.',
  start: () => '<?php',
  declare: (variable, value) => `$${variable} = ${syntax.text([value])};`,
  login: `${writeCall(loginRequest)}\n$login = json_decode(curl_exec($curl), true);\n$token = $login['access_token'] ?? exit($login['detail']);`,
  run: '$run = time();',
  writeRequest: (request) => `${writeCall(request)}
$reply = json_decode(curl_exec($curl), true);
print_r($reply);`,
};
