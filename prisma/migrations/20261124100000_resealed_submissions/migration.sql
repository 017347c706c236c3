-- Threat T33: what was handed in stays as it was. Only the seal around the account number may be another one, when
-- SECRET_KEY changes: what is in it cannot be told here, and opens for its application alone.
DROP TRIGGER "application_submissions_stay" ON "application_submissions";
CREATE TRIGGER "application_submissions_stay" BEFORE DELETE OR TRUNCATE ON "application_submissions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "application_submissions_same" BEFORE UPDATE ON "application_submissions" FOR EACH ROW
  WHEN (to_jsonb(OLD) #- '{contents,answers,account_number}' IS DISTINCT FROM to_jsonb(NEW) #- '{contents,answers,account_number}'
    OR (OLD."contents" #>> '{answers,account_number}' = '') IS DISTINCT FROM (NEW."contents" #>> '{answers,account_number}' = ''))
  EXECUTE FUNCTION "refuse_change"();
