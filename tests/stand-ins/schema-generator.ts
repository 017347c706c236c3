import { join } from 'node:path';
import ts from 'typescript';

/** What a parameter may be. `ref` names a definition, because the SDK's types are large and repeat themselves. */
export type ParameterSchema =
  | { kind: 'string' | 'number' | 'boolean' | 'anything' }
  | { kind: 'values'; values: string[] }
  | { kind: 'list'; item: ParameterSchema }
  | { kind: 'map'; value: ParameterSchema }
  | { kind: 'object'; properties: Record<string, { schema: ParameterSchema; isRequired: boolean }> }
  | { kind: 'union'; options: ParameterSchema[] }
  | { kind: 'ref'; name: string };
export type ParameterSchemas = {
  types: Record<string, ParameterSchema>;
  definitions: Record<string, ParameterSchema>;
};

/**
 * Reads the SDK's parameter types with the compiler.
 * @param names types by file: `{ Refunds: ['RefundCreateParams'] }`
 */
export function generateParameterSchemas(folder: string, names: Record<string, string[]>): ParameterSchemas {
  const files = Object.keys(names).map((file) => join(folder, `${file}.d.ts`));
  const program = ts.createProgram(files, {
    strict: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const definitions: Record<string, ParameterSchema> = {};
  const known = new Map<ts.Type, string>();

  const schemaOf = (type: ts.Type): ParameterSchema => {
    if (type.isUnion()) return unionOf(type.types);
    if (type.isStringLiteral()) return { kind: 'values', values: [type.value] };
    if (type.flags & ts.TypeFlags.NumberLike) return { kind: 'number' };
    if (type.flags & ts.TypeFlags.BooleanLike) return { kind: 'boolean' };
    if (type.flags & ts.TypeFlags.StringLike || isOpenString(type)) return { kind: 'string' };
    if (!(type.flags & ts.TypeFlags.Object)) return { kind: 'anything' };
    // In JSON, a date is a text.
    if (type.symbol?.name === 'Date') return { kind: 'string' };
    if (checker.isArrayType(type))
      return { kind: 'list', item: schemaOf(checker.getTypeArguments(type as ts.TypeReference)[0]!) };
    return { kind: 'ref', name: defineObject(type) };
  };

  const defineObject = (type: ts.Type): string => {
    const name = known.get(type) ?? `${type.symbol.name}${known.size}`;
    if (known.has(type)) return name;
    known.set(type, name);
    const index = type.getStringIndexType();
    definitions[name] = index
      ? { kind: 'map', value: schemaOf(index) }
      : {
          kind: 'object',
          properties: Object.fromEntries(
            checker.getPropertiesOfType(type).map((property) => [
              property.name,
              {
                schema: schemaOf(checker.getTypeOfSymbol(property)),
                isRequired: !(property.flags & ts.SymbolFlags.Optional),
              },
            ]),
          ),
        };
    return name;
  };

  /** In types, enumerations end with an open string for later versions. A request has only this version's values. */
  const unionOf = (types: ts.Type[]): ParameterSchema => {
    const values = types.filter((type) => type.isStringLiteral()).map(({ value }) => value);
    const isEnumeration = values.some((value) => value !== '');
    const options = types
      .filter(
        (type) =>
          !type.isStringLiteral() &&
          !(type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) &&
          !(isEnumeration && isOpenString(type)),
      )
      // `boolean` is a union of its two values.
      .filter((type, index, all) => !isBoolean(type) || all.findIndex(isBoolean) === index)
      .map(schemaOf);
    if (values.length) options.push({ kind: 'values', values });
    return options.length === 1 ? options[0]! : { kind: 'union', options };
  };

  const types = Object.fromEntries(
    Object.entries(names).flatMap(([file, exported]) => {
      const source = program.getSourceFile(join(folder, `${file}.d.ts`))!;
      const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
      return exported.map((name) => {
        const symbol = symbols.find((one) => one.name === name);
        if (!symbol) throw new Error(`${folder} has no type ${name}`);
        return [name, schemaOf(checker.getDeclaredTypeOfSymbol(symbol))] as const;
      });
    }),
  );
  return { types, definitions };
}

const isBoolean = (type: ts.Type) => !!(type.flags & ts.TypeFlags.BooleanLike);

function isOpenString(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((part) => !!(part.flags & ts.TypeFlags.String));
}
