import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jgroups.Channel;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ReceiverAdapter;

/** One process of a measurement, with the page of numbers that control.py lays out. Its arguments are name=value. */
public class JGroupsRole {
    static final int STOP = 0, GO = 1, SENT = 2, STARTED = 3, ENDED = 4, SENDER_CPU = 5, SENDER_MEMORY = 6, DONE = 7,
        STALLS = 8;
    static final int READY = 0, WARM = 1, COUNT = 2, NEXT = 3, GAPS = 4, DISORDER = 5, FIRST = 6, LAST = 7, CPU = 8,
        MEMORY = 9;
    static final int SENDER_WORDS = 64, RECEIVER_WORDS = 16, BATCH = 64;
    static final long WARM_UP = 1L << 62;

    final java.util.Map<String, String> arguments = new java.util.HashMap<>();
    final LongBuffer words;
    final int index, receivers, size;
    final long window;
    final double seconds, rate;
    final JChannel channel;

    JGroupsRole(String[] given) throws Exception {
        for (String word : given) arguments.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        index = Integer.parseInt(arguments.get("index"));
        receivers = Integer.parseInt(arguments.get("receivers"));
        size = Integer.parseInt(arguments.get("size"));
        window = Long.parseLong(arguments.get("window"));
        seconds = Double.parseDouble(arguments.get("seconds"));
        rate = Double.parseDouble(arguments.get("rate"));
        ByteBuffer page = new RandomAccessFile(arguments.get("control"), "rw").getChannel()
            .map(FileChannel.MapMode.READ_WRITE, 0, 1 << 16);
        words = page.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        channel = new JChannel("udp.xml");
    }

    public static void main(String[] given) throws Exception {
        JGroupsRole role = new JGroupsRole(given);
        if (role.arguments.get("role").equals("send")) role.send();
        else role.receive();
        Runtime.getRuntime().halt(0);  // its threads would go on
    }

    static long cpuNanoseconds() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime();
    }

    static long memoryKilobytes() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith("VmRSS")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
        return 0;
    }

    int at(int receiver, int word) {
        return SENDER_WORDS + receiver * RECEIVER_WORDS + word;
    }

    // ---- receiving

    long count, expected, gaps, disorder, cpuAtFirst;
    long[] latencies = new long[1 << 16];
    int latencyCount;

    void take(Message message) {
        ByteBuffer bytes = ByteBuffer.wrap(message.getRawBuffer(), message.getOffset(), message.getLength())
            .order(ByteOrder.LITTLE_ENDIAN);
        long sequence = bytes.getLong(), stamp = bytes.getLong();
        if (sequence >= WARM_UP) {
            words.put(at(index, WARM), 1);
            return;
        }
        long now = System.nanoTime();
        if (count++ == 0) {
            words.put(at(index, FIRST), now);
            cpuAtFirst = cpuNanoseconds();
        }
        if (sequence > expected) gaps += sequence - expected;
        else if (sequence < expected) disorder++;
        expected = sequence + 1;
        words.put(at(index, COUNT), count);
        words.put(at(index, NEXT), expected);
        words.put(at(index, LAST), now);
        if (rate > 0) {
            if (latencyCount == latencies.length) latencies = java.util.Arrays.copyOf(latencies, 2 * latencyCount);
            latencies[latencyCount++] = now - stamp;
        }
    }

    void receive() throws Exception {
        channel.setReceiver(new ReceiverAdapter() {
            @Override
            public void receive(Message message) {
                take(message);
            }
        });
        channel.connect("bench");
        words.put(at(index, READY), 1);
        long end = System.nanoTime() + (long) ((120 + seconds) * 1e9);
        while (words.get(STOP) == 0 && System.nanoTime() < end) Thread.sleep(50);
        words.put(at(index, CPU), (cpuNanoseconds() - cpuAtFirst) / 1000);
        words.put(at(index, MEMORY), memoryKilobytes());
        words.put(at(index, GAPS), gaps);
        words.put(at(index, DISORDER), disorder);
        if (rate > 0) {
            ByteBuffer all = ByteBuffer.allocate(8 * latencyCount).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < latencyCount; i++) all.putLong(latencies[i]);
            Files.write(Path.of(arguments.get("control") + ".latency." + index), all.array());
        }
    }

    // ---- sending

    void put(long sequence, long stamp) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(sequence).putLong(stamp);
        channel.send(new Message(null, null, bytes.array()));
    }

    boolean allWarm() {
        for (int i = 0; i < receivers; i++)
            if (words.get(at(i, WARM)) == 0) return false;
        return true;
    }

    /** Waits for the slowest receiver, as the harness does for all systems without flow control of their own. */
    long waitForWindow(long sequence, long end) {
        long stalls = 0;
        while (window > 0 && System.nanoTime() < end) {
            long slowest = Long.MAX_VALUE;
            for (int i = 0; i < receivers; i++) slowest = Math.min(slowest, words.get(at(i, NEXT)));
            if (sequence + BATCH - slowest <= window) break;
            stalls++;
            LockSupport.parkNanos(100_000);
        }
        return stalls;
    }

    void send() throws Exception {
        channel.setOpt(Channel.LOCAL, Boolean.FALSE);
        channel.connect("bench");
        for (long end = System.nanoTime() + 15_000_000_000L; !allWarm() && System.nanoTime() < end; Thread.sleep(50))
            put(WARM_UP, 0);
        Thread.sleep(500);
        long cpu = cpuNanoseconds(), started = System.nanoTime(), end = started + (long) (seconds * 1e9);
        long sequence = 0, stalls = 0;
        words.put(STARTED, started);
        words.put(GO, 1);
        for (long now = started; now < end; now = System.nanoTime()) {
            if (rate > 0) {
                long due = started + (long) (sequence * 1e9 / rate);
                if (now < due) LockSupport.parkNanos(due - now);
                put(sequence++, System.nanoTime());
                continue;
            }
            stalls += waitForWindow(sequence, end);
            for (int i = 0; i < BATCH; i++) put(sequence++, 0);
        }
        words.put(ENDED, System.nanoTime());
        words.put(SENDER_CPU, (cpuNanoseconds() - cpu) / 1000);
        words.put(SENDER_MEMORY, memoryKilobytes());
        words.put(STALLS, stalls);
        words.put(SENT, sequence);
        words.put(DONE, 1);
        long patience = System.nanoTime() + 30_000_000_000L;
        while (words.get(STOP) == 0 && System.nanoTime() < patience) Thread.sleep(20);
    }
}
