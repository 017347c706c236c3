/** Rows of a CSV file by column, if no cell contains a comma or a line break. */
export async function readCsvRows(file: Response): Promise<Record<string, string>[]> {
  const text = (await file.text()).replace('\ufeff', '');
  const [head, ...lines] = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])));
}
