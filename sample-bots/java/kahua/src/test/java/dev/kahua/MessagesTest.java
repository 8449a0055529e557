package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.BotMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One message of each kind is read, and written back the same. */
class MessagesTest {
    @Test
    void everyKindIsReadAndWrittenBack() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("../../fixtures/messages.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertTrue(lines.size() >= 13);
        for (String line : lines) {
            String[] words = line.split(" ");
            byte[] bytes = HexFormat.of().parseHex(words[2]);
            Message message = words[0].equals("bot") ? BotMessage.parseFrom(bytes) : ArenaMessage.parseFrom(bytes);
            var oneof = message.getDescriptorForType().getOneofs().get(0);
            assertEquals(words[1], message.getOneofFieldDescriptor(oneof).getName());
            assertEquals(words[2], HexFormat.of().formatHex(message.toByteArray()));
        }
    }
}
