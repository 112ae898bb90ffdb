import { VendureEntity } from '@vendure/core';
import { Column, Entity } from 'typeorm';

/** The companion's session of an order: the newest one, since its token is told only once. */
@Entity()
export class TillgateSession extends VendureEntity {
  constructor(input?: Partial<TillgateSession>) {
    super();
    Object.assign(this, input);
  }

  @Column('varchar', { unique: true })
  orderCode!: string;

  @Column('varchar')
  sessionId!: string;

  @Column('varchar')
  token!: string;

  /** How many sessions the order has had. */
  @Column('int')
  count!: number;

  /** How many of them took a payment that the order could not take. */
  @Column('int')
  unplaced!: number;

  /** The hash of what the session was last told of the order. */
  @Column('varchar')
  digest!: string;
}
