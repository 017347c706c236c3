import { useContext } from 'react';
import type { DayRange } from '~/platform/day-range';
import { Field } from './field';
import { TimeZoneContext } from './time';

type Props = { typed: DayRange; problems: DayRange; required?: boolean; className?: string };

/** From which day to which, as platform/day-range reads them: days of the account's time zone. */
export function DayRangeFields({ typed, problems, ...input }: Props) {
  const hint = `Days of ${useContext(TimeZoneContext)}`;
  return (
    <>
      <Field
        name="from"
        type="date"
        label="From"
        hint={hint}
        defaultValue={typed.from}
        error={problems.from}
        {...input}
      />
      <Field
        name="to"
        type="date"
        label="To"
        hint={hint}
        defaultValue={typed.to}
        error={problems.to}
        {...input}
      />
    </>
  );
}
