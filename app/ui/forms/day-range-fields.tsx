import { useContext } from 'react';
import type { DayRange } from '~/platform/time/day-range';
import { Field } from './field';
import { TimeZoneContext } from '../content/time';

type Props = {
  range: DayRange;
  errors: DayRange;
  /** Which time of a row is meant, such as "Created". */ of?: string;
  required?: boolean;
  className?: string;
};

/** The first and last day for platform/time/day-range, in the account's time zone. */
export function DayRangeFields({ range, errors, of = '', ...input }: Props) {
  const hint = `Time zone: ${useContext(TimeZoneContext)}`;
  return (
    <>
      <Field
        name="from"
        type="date"
        label={of ? `${of} from` : 'From'}
        hint={hint}
        defaultValue={range.from}
        error={errors.from}
        {...input}
      />
      <Field
        name="to"
        type="date"
        label={of ? `${of} to` : 'To'}
        hint={hint}
        defaultValue={range.to}
        error={errors.to}
        {...input}
      />
    </>
  );
}
