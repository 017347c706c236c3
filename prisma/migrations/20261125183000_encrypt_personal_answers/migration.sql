-- The people of an application, and its tax number, are encrypted. Existing ones are encrypted at the next start, by a
-- process that has the key, so the constraints apply to new and changed rows.
alter table application_people alter column answers drop default;
alter table application_people add constraint application_people_answers_encrypted
  check (jsonb_typeof(answers) = 'string') not valid;
alter table application_submissions add constraint application_submissions_people_encrypted
  check (jsonb_typeof(contents -> 'people') is not distinct from 'string') not valid;

-- Threat T33: a submission never changes. Only the encryption of its secret and personal data may.
drop trigger application_submissions_no_change on application_submissions;
create trigger application_submissions_no_change
  before update on application_submissions
  for each row
  when (to_jsonb(old) #- '{contents,answers,account_number}' #- '{contents,answers,tax_number}' #- '{contents,people}'
      is distinct from to_jsonb(new) #- '{contents,answers,account_number}' #- '{contents,answers,tax_number}' #- '{contents,people}'
    or (old.contents #>> '{answers,account_number}' = '') is distinct from (new.contents #>> '{answers,account_number}' = '')
    or (old.contents #>> '{answers,tax_number}' = '') is distinct from (new.contents #>> '{answers,tax_number}' = '')
    or (new.contents ->> 'people' = '') is not false)
  execute function reject_change();
