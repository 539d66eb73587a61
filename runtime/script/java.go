package script

// javaLike is what the languages of the Java machine share: groovy, scala,
// kotlin, jshell.
var javaLike = dialect{
	name: "java",
	syntax: syntax{
		comments: "/", single: plain, double: filled, fill: "$", triple: true,
	},
	joins: "+", adjoin: false,

	runs:  "exec ProcessBuilder command Process Seq_ startPipeline",
	evals: "evaluate Eval.me Eval.x eval",
	any: "execute sys forName getMethod getDeclaredMethod invoke invokeMethod ScriptEngine ScriptEngineManager GroovyShell GroovyClassLoader MethodHandles " +
		"ToolProvider loadLibrary metaClass getConstructor process lines_ loadClass",
	prints:  "println print printf Exception RuntimeException contains startsWith endsWith matches equals",
	decodes: "getDecoder decodeBase64 reverse decodeHex fromCharCode decode unhex GZIPInputStream InflaterInputStream",

	opens:    "RandomAccessFile newByteChannel FileChannel.open AsynchronousFileChannel.open",
	reads:    "FileReader FileInputStream readString readAllLines readAllBytes Source.fromFile newBufferedReader Files.newInputStream Files.lines",
	writes:   "FileWriter FileOutputStream PrintWriter Files.write Files.writeString newBufferedWriter newOutputStream createDirectory createDirectories createFile setAttribute setPosixFilePermissions setLastModifiedTime setOwner os.write write.over",
	deletes:  "Files.delete deleteIfExists",
	copies:   "cp Files.copy createLink createSymbolicLink",
	moves:    "Files.move",
	receiver: "setText withWriter withPrintWriter append leftShift newWriter mkdirs mkdir createNewFile writeText appendText writeBytes renameTo setExecutable setReadable setWritable setReadOnly setLastModified bytes_ withOutputStream",
	assigned: "text bytes",
	removes:  "delete deleteDir deleteOnExit deleteRecursively",
	gets:     "getText readText eachLine",
	paths:    "File Path Paths.get of get",
	places:   places{keeps: "toPath toFile toString toAbsolutePath normalize getAbsolutePath getCanonicalPath getPath toRealPath absolutePath canonicalPath path", holders: "getParent getParentFile parent", below: "resolve", walks: "Files.walk Files.walkFileTree Files.find", inside: "Files.list newDirectoryStream listFiles"},

	net: "URL HttpClient Socket HttpURLConnection toURL",
	env: "getenv getProperty",
}

// readJava reads a program in Java: what it starts has to stand in it.
func readJava(t Text) Found {
	f := javaLike.read(t)
	if computesJava(t.Text) {
		f.cannot(worksOut(t.Program))
	}
	return f
}
