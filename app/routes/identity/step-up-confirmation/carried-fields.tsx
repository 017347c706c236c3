/** The fields of a form that waits for a confirmation: names and values in order. */
export type Carried = [name: string, text: string][];

/**
 * Included next to the page's own fields, which all begin with "confirm". No form that requires a
 * confirmation has files.
 */
export function carriedFields(form: FormData): Carried {
  return [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !/^confirm(_|$)/.test(field[0]),
  );
}

export function CarriedFields({ carried }: { carried: Carried }) {
  return (
    <>
      {carried.map(([name, text], index) => (
        <input key={index} type="hidden" name={name} value={text} />
      ))}
    </>
  );
}
