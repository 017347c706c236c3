-- The simulator as a process of its own had another name, and where it had read to goes on under the one both have now.
UPDATE "acquirer_statements" s SET "acquirer" = 'simulator'
WHERE "acquirer" = 'simulator-server'
  AND NOT EXISTS (SELECT FROM "acquirer_statements" o WHERE o."environment" = s."environment" AND o."acquirer" = 'simulator');
