-- AlterTable
ALTER TABLE "transactions" ADD COLUMN     "settled_at" TIMESTAMPTZ(3);

-- What the timers look for, found without reading the rest.
CREATE INDEX "transactions_lapsing" ON "transactions" (capture_before) WHERE status IN ('AUTHORIZED', 'PARTIAL_CAPTURED');
CREATE INDEX "transactions_unsettled" ON "transactions" (id) WHERE settled_at IS NULL AND status IN ('CAPTURED', 'PARTIAL_CAPTURED');
