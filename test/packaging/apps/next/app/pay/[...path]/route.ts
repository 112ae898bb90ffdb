// Imported with the first request: a build must not open the database.
const handle = async (request: Request) => (await import('../../tillgate')).tillgate.fetch(request);

export { handle as GET, handle as POST, handle as DELETE, handle as OPTIONS };
export const dynamic = 'force-dynamic';
