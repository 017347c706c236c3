-- AlterTable
ALTER TABLE "look_pages" ADD COLUMN     "refused" BOOLEAN NOT NULL DEFAULT false;

-- From here on by hand.

-- Of a page that was written down nothing changes but that it was refused, which is said once and not taken back.
DROP TRIGGER "look_pages_stay" ON "look_pages";
CREATE TRIGGER "look_pages_stay" BEFORE UPDATE OF "id", "look_id", "environment", "path", "address", "seen_at" OR TRUNCATE ON "look_pages" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "look_pages_refused" BEFORE UPDATE ON "look_pages" FOR EACH ROW WHEN (OLD."refused" OR NOT NEW."refused") EXECUTE FUNCTION "refuse_change"();
