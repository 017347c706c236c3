-- An intent that nobody used in its time gets a state of its own, so that the merchant is told of it once.
ALTER TABLE "payment_intents"
  DROP CONSTRAINT "payment_intents_state",
  ADD CONSTRAINT "payment_intents_state" CHECK (state IN ('OPEN', 'PAYING', 'PAID', 'BLOCKED', 'CANCELLED', 'EXPIRED'));
ALTER TABLE "card_intents"
  DROP CONSTRAINT "card_intents_state",
  ADD CONSTRAINT "card_intents_state" CHECK ("state" IN ('OPEN', 'COMPLETED', 'CANCELLED', 'BLOCKED', 'EXPIRED'));

-- Those of the past are told of no more.
UPDATE "payment_intents" SET "state" = 'EXPIRED' WHERE "state" = 'OPEN' AND "expires_at" <= now();
UPDATE "card_intents" SET "state" = 'EXPIRED' WHERE "state" = 'OPEN' AND "expires_at" <= now();

CREATE INDEX "payment_intents_open" ON "payment_intents" ("expires_at") WHERE state = 'OPEN';
CREATE INDEX "card_intents_open" ON "card_intents" ("expires_at") WHERE state = 'OPEN';
