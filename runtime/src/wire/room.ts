/** What two or three seconds are enough for. */
const AT_MOST = 8_000_000;

/** How many characters may still be read, in texts that share it, to find out what is written from them on. */
export class Room {
  left: number;

  constructor(most: number = AT_MOST) {
    this.left = most;
  }
}
