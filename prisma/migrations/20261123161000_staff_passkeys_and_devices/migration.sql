-- AlterTable
ALTER TABLE "passkeys" ADD COLUMN     "area" TEXT NOT NULL DEFAULT 'portal';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "device_generation" INTEGER NOT NULL DEFAULT 0;

-- From here on by hand.

ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_area" CHECK ("area" IN ('portal', 'staff'));

ALTER TABLE "users" ADD CONSTRAINT "users_device_generation" CHECK ("device_generation" >= 0);
