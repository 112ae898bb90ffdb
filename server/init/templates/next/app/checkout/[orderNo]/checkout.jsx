'use client';
import { useRouter } from 'next/navigation';
import { TillgateCheckout } from 'tillgate/react';

export function Checkout({ orderNo, session, server }) {
  const router = useRouter();
  return (
    <TillgateCheckout session={session} server={server} onComplete={() => router.push(`/thank-you?order=${orderNo}`)} />
  );
}
