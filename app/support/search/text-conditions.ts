import { Prisma } from '~/platform/prisma/client';
import type { PartialReference } from '~/support/query/partial-references';
import type { SearchCriteria } from '~/support/query/query-parser';
import { foldColumn, foldText } from '~/platform/database/accent-folding';
import { escapePattern } from './like-pattern';

// Conditions on texts of payments that no index contains, so the rows that other conditions select are read. An index of
// each would slow down every payment (docs/decisions/0057).

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/** The columns that the conditions read. */
export const textColumns = sql`t.external_id, t.order_id, t.intent_id, t."order"`;

/** The conditions on a row with these columns and the ID. Empty if the query has none. */
export function listTextConditions(
  { parts, payer, emailDomains, emails, references }: SearchCriteria,
  row: Sql,
): Sql[] {
  const spellings = references.flatMap((reference) => reference.spellings);
  const member = (name: string) => sql`${row}."order" #>> ${`{card_holder,${name}}`}::text[]`;
  const payerName = sql`concat_ws(' ', '', ${member('first_name')}, ${member('middle_name')}, ${member('last_name')})`;
  return [
    // Each of them selects payments, of which both are said.
    ...(emails.length && spellings.length
      ? [
          sql`lower(${member('email')}) = any(${emails}::text[]) and (${row}.order_id = any(${spellings}::text[]) or ${row}.external_id = any(${spellings}::text[]))`,
        ]
      : []),
    ...parts.map((part) => {
      const columns = [sql`order_id`, sql`external_id`, sql`id`, sql`intent_id`];
      return sql`(${join(
        columns.map((column) => isPartOf(part, sql`${row}.${column}`)),
        ' or ',
      )})`;
    }),
    ...(payer?.length
      ? [
          sql`${foldColumn(payerName)} like all(${payer.map((word) => `% ${escapePattern(foldText(word))}%`)}::text[])`,
        ]
      : []),
    ...(emailDomains.length
      ? [
          sql`lower(${member('email')}) like any(${emailDomains.flatMap((domain) => [`%@${toLowerPattern(domain)}`, `%@%.${toLowerPattern(domain)}`])}::text[])`,
        ]
      : []),
  ];
}

/** Whether a column starts or ends with the part, in any case. */
export function isPartOf({ text, positions }: PartialReference, column: Sql): Sql {
  const escaped = toLowerPattern(text);
  const patterns = positions.map((position) => (position === 'end' ? `%${escaped}` : `${escaped}%`));
  return sql`(${join(
    patterns.map((pattern) => sql`lower(${column}) like ${pattern}`),
    ' or ',
  )})`;
}

/** In lowercase, for a pattern of LIKE. */
const toLowerPattern = (text: string) => escapePattern(text.toLowerCase());
