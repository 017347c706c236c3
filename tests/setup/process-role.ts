/** In the tests on PostgreSQL, the product runs with the rights that it has in production, and owns nothing. */
export const processRole = 'tillway_process';
