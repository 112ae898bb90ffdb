import { notFound } from 'next/navigation';
import { companion, tokenOf } from '../../../shop.mjs';
import { Checkout } from './checkout';

export default async function Page({ params }) {
  const { orderNo } = await params;
  const token = tokenOf(orderNo);
  if (token === undefined) notFound();
  return (
    <>
      <h1>Checkout</h1>
      <Checkout orderNo={orderNo} session={token} server={companion} />
    </>
  );
}
