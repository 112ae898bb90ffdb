import { callCompanion } from '../companion';

export default async function Page({ searchParams }: { searchParams: Promise<{ session_id: string }> }) {
  const { session_id } = await searchParams;
  const { status } = await callCompanion<{ status: string }>(`/v1/sessions/${encodeURIComponent(session_id)}`);
  return <h1>{status === 'paid' ? 'Thank you' : 'Not paid yet'}</h1>;
}
