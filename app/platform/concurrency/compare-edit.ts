type Values<Name extends string> = Record<Name, string | number | boolean | null>;

/**
 * The names of the values that a person changed in a form, compared with those that its page had. `conflicts`: the ones that
 * someone else has changed since, to another value.
 */
export function compareEdit<Name extends string>({
  seen,
  current,
  requested,
}: {
  seen: Values<Name>;
  current: Values<Name>;
  requested: Values<Name>;
}): { changedNames: Name[]; conflicts: Name[] } {
  const changedNames = (Object.keys(requested) as Name[]).filter(
    (name) => requested[name] !== seen[name] && requested[name] !== current[name],
  );
  return { changedNames, conflicts: changedNames.filter((name) => current[name] !== seen[name]) };
}

/** The named values alone, such as the changed ones. */
export const pickValues = <Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
