// SPDX-License-Identifier: BSD-3-Clause
typedef struct multicast_sender multicast_sender;
typedef struct slot_ring slot_ring;
multicast_sender *multicast_sender_open(const char *interface, const char *group, int port, int size);
void multicast_sender_put(multicast_sender *sender, const char *data, int size);
void multicast_sender_flush(multicast_sender *sender);
int multicast_receiver_open(const char *interface, const char *group, int port);
int multicast_receive(int fd, char *buffer, int room);
slot_ring *slot_ring_open(const char *path, int size, int slots, int create);
int slot_ring_join(slot_ring *ring);
void slot_ring_put(slot_ring *ring, const char *data, int size);
void slot_ring_flush(slot_ring *ring);
int slot_ring_take(slot_ring *ring, int reader, char *buffer, int most);
