-- Whoever sends a mail holds it until then; a process that dies while sending lets it go.
ALTER TABLE "mails" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
